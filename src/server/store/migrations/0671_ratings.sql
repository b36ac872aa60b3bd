-- Expands: the version before shows a merged answer as any other, and no votes and ratings.
alter table runs add column merged_ids text[];
create table answer_ratings (
  owner_id text not null default 'owner',
  id text primary key references messages (id) on delete cascade,
  conversation_id text not null references conversations (id) on delete cascade,
  model_id text not null,
  is_good boolean not null,
  reason text not null default '',
  created_at timestamptz not null default now()
);
create index answer_ratings_conversation on answer_ratings (conversation_id);
create table comparison_votes (
  owner_id text not null default 'owner',
  id text primary key,
  conversation_id text not null,
  model_ids text[] not null,
  winner_model_id text,
  winner_id text,
  created_at timestamptz not null default now()
);
create index comparison_votes_conversation on comparison_votes (conversation_id);
