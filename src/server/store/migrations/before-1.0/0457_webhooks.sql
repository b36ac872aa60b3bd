-- Expands: earlier versions send no webhooks; tasks that they end are told once a newer version runs.
create table webhook_secrets (
  owner_id text not null default 'owner',
  key_id text primary key,
  generation integer not null,
  rotated_at timestamptz not null
);
create table webhook_deliveries (
  owner_id text not null default 'owner',
  id text primary key,
  key_id text not null,
  task_id text not null unique references tasks (id) on delete cascade,
  url text not null,
  task_url text not null,
  status text not null,
  attempts integer not null default 0,
  next_at timestamptz,
  lease_until timestamptz,
  last_status integer,
  last_error text,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index webhook_deliveries_open on webhook_deliveries (status, next_at) where status in ('waiting', 'due');
create index webhook_deliveries_key on webhook_deliveries (key_id, created_at);
