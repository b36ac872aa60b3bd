-- Expands. Through which interface a service is asked for chat answers; null is `auto`.
alter table connections add column chat_api text;
alter table own_connections add column chat_api text;
