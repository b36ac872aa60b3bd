-- Expands: a table of its own, so that earlier versions do not take these connections for everybody's.
-- Services that somebody has connected for themselves or for a team.
create table own_connections (
  id text primary key,
  user_id text references users (id) on delete cascade,
  team_id text references teams (id) on delete cascade,
  kind text not null,
  name text not null,
  address text,
  secrets jsonb not null,
  is_on boolean not null default true,
  model_count integer,
  last_answered_at timestamptz,
  problem jsonb,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check (num_nonnulls(user_id, team_id) = 1)
);
