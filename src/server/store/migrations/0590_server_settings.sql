-- Expands: the version before reads all settings from the environment.
create table server_settings (
  name text primary key,
  value text not null,
  changed_at timestamptz not null default now()
);
