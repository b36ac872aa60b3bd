-- Expands: earlier versions know nothing of limits, and what they let pass is not counted.
create table spending_limits (
  id text primary key,
  scope text not null,
  -- Empty for the server and for everyone.
  subject text not null default '',
  measure text not null,
  period text not null,
  amount double precision not null,
  created_at timestamptz not null default now(),
  unique (scope, subject, measure, period)
);
-- Set aside for what is under way, until it is known what it cost.
create table purchases (
  owner_id text not null default 'owner',
  id text primary key,
  key_id text not null default '',
  model_id text not null default '',
  task_id text,
  usd double precision not null default 0,
  tokens double precision not null default 0,
  models double precision not null default 0,
  bytes double precision not null default 0,
  created_at timestamptz not null default now()
);
create index purchases_created_at on purchases (created_at);
-- What was used, summed up for each day (UTC), person, key and model.
create table usage_days (
  owner_id text not null default 'owner',
  key_id text not null default '',
  model_id text not null default '',
  day text not null,
  usd double precision not null default 0,
  tokens double precision not null default 0,
  models double precision not null default 0,
  bytes double precision not null default 0,
  primary key (day, owner_id, key_id, model_id)
);
