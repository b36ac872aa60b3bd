-- Expands: the version before writes no summaries automatically.
alter table chat_permissions add column summarises boolean;
create table summary_settings (
  owner_id text primary key default 'owner',
  is_automatic boolean not null,
  model_id text,
  usd_max double precision not null
);
