-- Expands: the version before sends the whole chat to the model.
create table chat_summaries (
  owner_id text not null default 'owner',
  id text primary key,
  conversation_id text not null references conversations (id) on delete cascade,
  until_id text not null unique references messages (id) on delete cascade,
  text text not null,
  model_id text not null,
  cost jsonb,
  created_at timestamptz not null default now()
);
create index chat_summaries_conversation on chat_summaries (conversation_id);
