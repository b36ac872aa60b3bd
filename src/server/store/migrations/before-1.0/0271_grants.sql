-- Expands: earlier versions show nobody what is shared so.
create table grants (
  owner_id text not null default 'owner',
  id text primary key,
  conversation_id text references conversations (id) on delete cascade,
  asset_id text references assets (id) on delete cascade,
  user_id text references users (id) on delete cascade,
  team_id text references teams (id) on delete cascade,
  role text not null,
  created_at timestamptz not null default now(),
  check (num_nonnulls(conversation_id, asset_id) = 1),
  check (num_nonnulls(user_id, team_id) = 1)
);
create unique index grants_once on grants (coalesce(conversation_id, asset_id), coalesce(user_id, team_id));
create index grants_user on grants (user_id);
create index grants_team on grants (team_id);
