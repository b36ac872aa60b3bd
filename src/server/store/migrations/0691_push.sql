-- Expands: the version before sends no notices to closed browsers.
create table push_keys (
  id text primary key,
  sealed_key text not null
);
create table push_subscriptions (
  owner_id text not null default 'owner',
  session_id text primary key references sessions (id) on delete cascade,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  origin text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_owner on push_subscriptions (owner_id);
