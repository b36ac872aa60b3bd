-- Expands
create table outbox (
  id text primary key,
  channel text not null,
  recipient text not null,
  sealed text,
  invitation_id text,
  status text not null,
  attempts integer not null default 0,
  next_at timestamptz,
  lease_until timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
--> statement-breakpoint
create index outbox_due on outbox (next_at) where status = 'waiting';
--> statement-breakpoint
create table alerts (
  key text primary key,
  is_active boolean not null,
  raised_at timestamptz not null,
  changed_at timestamptz not null default now()
);
