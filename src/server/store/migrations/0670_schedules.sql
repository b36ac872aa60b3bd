-- Expands: the version before runs no schedules, and lists no chat as unread.
create table schedules (
  owner_id text not null default 'owner',
  id text primary key,
  name text not null,
  question text not null,
  model_id text not null,
  tools text[],
  allowed_tools text[] not null default '{}',
  folder_id text references folders (id) on delete set null,
  timing jsonb not null,
  time_zone text not null,
  run_usd_max double precision,
  month_usd_max double precision,
  is_paused boolean not null default false,
  stop_reason text,
  failures integer not null default 0,
  next_at timestamptz,
  month text not null default '',
  month_usd double precision not null default 0,
  created_at timestamptz not null default now()
);
create index schedules_next_at on schedules (next_at) where not is_paused;
create table schedule_runs (
  owner_id text not null default 'owner',
  id text primary key,
  schedule_id text not null references schedules (id) on delete cascade,
  due_at timestamptz not null,
  status text not null,
  conversation_id text not null,
  answer_run_id text not null,
  question_id text not null,
  answer_id text not null,
  usd_max double precision,
  usd double precision,
  problem text,
  missed integer not null default 0,
  is_manual boolean not null default false,
  replica_id text,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
create index schedule_runs_schedule on schedule_runs (schedule_id, started_at);
create unique index schedule_runs_active on schedule_runs (schedule_id)
  where status in ('starting', 'running');
alter table runs add column unattended jsonb;
alter table conversations add column is_unread boolean not null default false;
