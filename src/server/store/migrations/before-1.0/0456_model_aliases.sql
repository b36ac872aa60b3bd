-- Expands: earlier versions do not offer aliases.
create table model_aliases (
  name text primary key,
  targets text[] not null,
  timeout_seconds integer not null,
  changed_at timestamptz not null default now()
);
