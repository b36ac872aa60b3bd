-- Expands
create table scim_tokens (
  id text primary key,
  digest text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
--> statement-breakpoint
create table scim_users (
  user_id text primary key references users (id) on delete cascade,
  resource jsonb not null,
  is_provisioned boolean not null,
  is_admin_by_group boolean not null default false
);
--> statement-breakpoint
create table scim_groups (
  id text primary key,
  resource jsonb not null,
  created_at timestamptz not null default now()
);
