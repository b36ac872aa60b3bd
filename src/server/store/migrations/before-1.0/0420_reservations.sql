-- Expands. Reservations know what a call may cost at most, and which server made them.
alter table purchases add column held_usd double precision not null default 0;
alter table purchases add column held_tokens double precision not null default 0;
alter table purchases add column held_bytes double precision not null default 0;
alter table purchases add column replica_id text;

alter table api_keys add column held_usd double precision not null default 0;
alter table api_keys add column held_calls integer not null default 0;

create table key_holds (
  id text primary key,
  key_id text not null,
  replica_id text not null,
  usd double precision not null,
  held_usd double precision not null,
  created_at timestamptz not null default now()
);

create table call_costs (
  model_id text not null,
  day text not null,
  calls integer not null default 0,
  usd double precision not null default 0,
  tokens double precision not null default 0,
  bytes double precision not null default 0,
  primary key (model_id, day)
);
