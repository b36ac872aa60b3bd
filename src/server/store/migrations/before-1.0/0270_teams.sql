-- Expands: earlier versions know nothing of teams, and nothing of theirs depends on one.
create table teams (
  id text primary key,
  name text not null,
  created_at timestamptz not null default now()
);
create table team_members (
  team_id text not null references teams (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  role text not null,
  created_at timestamptz not null default now(),
  primary key (team_id, user_id)
);
create index team_members_user on team_members (user_id);
-- What admins have switched on for everybody; what has no row is off.
create table server_switches (
  name text primary key,
  is_on boolean not null,
  changed_at timestamptz not null default now()
);
