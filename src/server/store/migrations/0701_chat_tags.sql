-- Expands: the version before ignores tags.
alter table conversations add column tags text[] not null default '{}';
