-- Expands: earlier versions let everybody use everything.
-- A connection, or one model, that has rows here can be used by those alone.
create table model_access (
  target text not null,
  user_id text references users (id) on delete cascade,
  team_id text references teams (id) on delete cascade,
  created_at timestamptz not null default now(),
  check (num_nonnulls(user_id, team_id) <= 1)
);
create unique index model_access_once on model_access (target, coalesce(user_id, team_id, ''));
