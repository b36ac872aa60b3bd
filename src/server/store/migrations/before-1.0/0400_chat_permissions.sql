-- Expands: earlier versions go on reading tools and limits from the chat's row, which stays as it is.
-- What a person allows in a chat. Until now it stood in the chat's row, where guests and imports could write it.
create table chat_permissions (
  owner_id text not null default 'owner',
  conversation_id text not null references conversations (id) on delete cascade,
  tools text[] not null default '{}',
  allowed_tools text[] not null default '{}',
  paid_calls_max integer,
  paid_usd_max double precision,
  prompt_hash text,
  primary key (owner_id, conversation_id)
);
create index chat_permissions_conversation on chat_permissions (conversation_id);
-- The owner keeps what was set, except where somebody else may have written it: in a chat that others may edit, and in
-- one without any answer that was asked for here with these settings, as an import leaves it. There the tools have to
-- be chosen again, and the system prompt has to be accepted. Of a chat that was shared earlier, or was imported and
-- continued, nothing tells who wrote its settings: they are kept.
insert into chat_permissions (owner_id, conversation_id, tools, allowed_tools, paid_calls_max, paid_usd_max, prompt_hash)
select owner_id, id,
  case jsonb_typeof(settings -> 'tools') when 'array'
    then array(select jsonb_array_elements_text(settings -> 'tools')) else '{}' end,
  case jsonb_typeof(settings -> 'allowedTools') when 'array'
    then array(select jsonb_array_elements_text(settings -> 'allowedTools')) else '{}' end,
  (settings ->> 'paidCallsMax')::integer,
  (settings ->> 'paidUsdMax')::double precision,
  encode(sha256(convert_to(owner_id || E'\n' || (settings ->> 'systemPrompt'), 'UTF8')), 'hex')
from conversations
where settings is not null
  and not exists (select from grants where conversation_id = conversations.id and role = 'editor')
  and exists (select from runs where conversation_id = conversations.id and runs.settings is not null);
-- The same for the instructions of folders, which only imports and hand-overs bring: what is here counts as accepted.
alter table folders add column instructions_hash text;
update folders set instructions_hash = encode(sha256(convert_to(owner_id || E'\n' || instructions, 'UTF8')), 'hex')
where instructions is not null;
-- The guest who asked for an answer; null: the owner did. An answer that is taken up again has the same rights.
alter table runs add column guest_id text;
-- Who wrote a preset that was handed over; null: its owner.
alter table presets add column author_id text;
