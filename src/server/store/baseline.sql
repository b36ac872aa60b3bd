-- All tables as the migrations in migrations/before-1.0 create them. New databases start with this file.
CREATE FUNCTION library_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update library_revision set revision = revision + 1;
  return null;
end
$$;

CREATE FUNCTION message_words(words text) RETURNS tsvector
    LANGUAGE plpgsql IMMUTABLE COST 10000 PARALLEL SAFE
    AS $_$
begin
  return to_tsvector('simple'::regconfig, regexp_replace(
    translate(
      left(words, case when octet_length(left(words, 30000)) > 60000 then 10000 else 30000 end),
      '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '                                '),
    '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])', ' \1 ', 'g'
  ));
end
$_$;

CREATE FUNCTION passage_words(text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $_$
  select to_tsvector('simple'::regconfig, regexp_replace(
    translate($1, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '                                '),
    '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])', ' \1 ', 'g'
  ))
$_$;

CREATE TABLE allowed_tools (
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    owner_id text DEFAULT 'owner'::text NOT NULL
);

CREATE TABLE answer_steps (
    message_id text NOT NULL,
    round integer NOT NULL,
    provider text NOT NULL,
    kept jsonb NOT NULL,
    owner_id text DEFAULT 'owner'::text NOT NULL
);

CREATE TABLE api_keys (
    id text NOT NULL,
    name text NOT NULL,
    prefix text NOT NULL,
    digest text NOT NULL,
    requests_per_minute integer NOT NULL,
    streams integer NOT NULL,
    monthly_spend_usd double precision,
    spent_usd double precision DEFAULT 0 NOT NULL,
    spent_month text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone,
    revoked_at timestamp with time zone,
    reserved_usd double precision DEFAULT 0 NOT NULL,
    scopes text[] DEFAULT '{chat,embeddings,3d,files,catalogue}'::text[] NOT NULL,
    owner_id text DEFAULT 'owner'::text NOT NULL,
    expires_at timestamp with time zone,
    held_usd double precision DEFAULT 0 NOT NULL,
    held_calls integer DEFAULT 0 NOT NULL
);

CREATE TABLE assets (
    id text NOT NULL,
    task_id text,
    name text NOT NULL,
    mime_type text NOT NULL,
    size_bytes bigint NOT NULL,
    sha256 text NOT NULL,
    blob_key text NOT NULL,
    thumbnail_key text,
    stats jsonb,
    recipe jsonb,
    picture_file_id text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    is_starred boolean DEFAULT false NOT NULL,
    tags text[] DEFAULT '{}'::text[] NOT NULL,
    folder text,
    turntable_key text,
    owner_id text DEFAULT 'owner'::text NOT NULL,
    notes jsonb
);

CREATE TABLE audit_events (
    id text NOT NULL,
    kind text NOT NULL,
    actor text NOT NULL,
    address text NOT NULL,
    subject text NOT NULL,
    request_id text,
    count integer NOT NULL,
    at timestamp with time zone NOT NULL,
    last_at timestamp with time zone NOT NULL
);

CREATE TABLE call_costs (
    model_id text NOT NULL,
    day text NOT NULL,
    calls integer DEFAULT 0 NOT NULL,
    usd double precision DEFAULT 0 NOT NULL,
    tokens double precision DEFAULT 0 NOT NULL,
    bytes double precision DEFAULT 0 NOT NULL
);

CREATE TABLE chat_permissions (
    owner_id text DEFAULT 'owner'::text NOT NULL,
    conversation_id text NOT NULL,
    tools text[] DEFAULT '{}'::text[] NOT NULL,
    allowed_tools text[] DEFAULT '{}'::text[] NOT NULL,
    paid_calls_max integer,
    paid_usd_max double precision,
    prompt_hash text
);

CREATE TABLE connections (
    id text NOT NULL,
    owner text NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    address text,
    secrets jsonb NOT NULL,
    is_on boolean DEFAULT true NOT NULL,
    model_count integer,
    last_answered_at timestamp with time zone,
    problem jsonb,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    chat_api text
);

CREATE TABLE conversations (
    id text NOT NULL,
    title text NOT NULL,
    model_id text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    folder_id text,
    leaf_id text,
    settings jsonb,
    is_named boolean DEFAULT false NOT NULL,
    pinned_at timestamp with time zone,
    archived_at timestamp with time zone,
    deleted_at timestamp with time zone,
    owner_id text DEFAULT 'owner'::text NOT NULL
);

CREATE TABLE data_keys (
    id text NOT NULL,
    wrapped text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE deletions (
    id text NOT NULL,
    count integer DEFAULT 1 NOT NULL
);

CREATE TABLE document_passages (
    document_id text NOT NULL,
    "position" integer NOT NULL,
    start integer NOT NULL,
    text text NOT NULL,
    owner_id text DEFAULT 'owner'::text NOT NULL,
    words tsvector GENERATED ALWAYS AS (passage_words(text)) STORED
);

CREATE TABLE document_texts (
    document_id text NOT NULL,
    "position" integer NOT NULL,
    text text NOT NULL,
    owner_id text DEFAULT 'owner'::text NOT NULL
);

CREATE TABLE documents (
    id text NOT NULL,
    sha256 text NOT NULL,
    name text NOT NULL,
    mime_type text NOT NULL,
    size_bytes integer NOT NULL,
    text_length integer NOT NULL,
    pages integer,
    is_cut boolean NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    owner_id text DEFAULT 'owner'::text NOT NULL
);

CREATE TABLE files (
    id text NOT NULL,
    sha256 text NOT NULL,
    name text NOT NULL,
    mime_type text NOT NULL,
    size_bytes integer NOT NULL,
    width_px integer NOT NULL,
    height_px integer NOT NULL,
    has_alpha boolean NOT NULL,
    blob_key text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    key_id text,
    owner_id text DEFAULT 'owner'::text NOT NULL
);

CREATE TABLE folder_documents (
    folder_id text NOT NULL,
    document_id text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    owner_id text DEFAULT 'owner'::text NOT NULL
);

CREATE TABLE folders (
    id text NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    instructions text,
    owner_id text DEFAULT 'owner'::text NOT NULL,
    embedding_model text,
    instructions_hash text
);

CREATE TABLE grants (
    owner_id text DEFAULT 'owner'::text NOT NULL,
    id text NOT NULL,
    conversation_id text,
    asset_id text,
    user_id text,
    team_id text,
    role text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT grants_check CHECK ((num_nonnulls(conversation_id, asset_id) = 1)),
    CONSTRAINT grants_check1 CHECK ((num_nonnulls(user_id, team_id) = 1))
);

CREATE TABLE guesses (
    id text NOT NULL,
    secret text NOT NULL,
    guesser text NOT NULL,
    is_known boolean NOT NULL,
    at timestamp with time zone NOT NULL,
    account text
);

CREATE TABLE idempotency_keys (
    scope text NOT NULL,
    key text NOT NULL,
    digest text NOT NULL,
    task_id text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE identities (
    issuer text NOT NULL,
    subject text NOT NULL,
    user_id text NOT NULL,
    is_admin_by_group boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE imported_models (
    id text NOT NULL,
    connection_id text NOT NULL,
    model text NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    source text NOT NULL,
    param_schema jsonb NOT NULL,
    left_out jsonb NOT NULL,
    output text,
    wire jsonb,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    read_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE invitations (
    id text NOT NULL,
    digest text NOT NULL,
    name text NOT NULL,
    role text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    email text,
    invited_by text
);

CREATE TABLE key_holds (
    id text NOT NULL,
    key_id text NOT NULL,
    replica_id text NOT NULL,
    usd double precision NOT NULL,
    held_usd double precision NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE key_uses (
    key_id text NOT NULL,
    replica_id text NOT NULL,
    work integer NOT NULL,
    reads integer NOT NULL,
    streams integer NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE library_revision (
    revision bigint NOT NULL
);

CREATE TABLE mcp_servers (
    id text NOT NULL,
    owner text NOT NULL,
    name text NOT NULL,
    address text,
    command jsonb,
    secrets jsonb NOT NULL,
    is_on boolean DEFAULT true NOT NULL,
    tools jsonb NOT NULL,
    status jsonb,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE memories (
    id text NOT NULL,
    text text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    owner_id text DEFAULT 'owner'::text NOT NULL
);

CREATE TABLE memory_settings (
    id text NOT NULL,
    is_on boolean NOT NULL,
    owner_id text DEFAULT 'owner'::text NOT NULL
);

CREATE TABLE message_attachments (
    message_id text NOT NULL,
    "position" integer NOT NULL,
    file_id text,
    document_id text,
    owner_id text DEFAULT 'owner'::text NOT NULL,
    CONSTRAINT message_attachments_one CHECK ((num_nonnulls(file_id, document_id) <= 1))
);

CREATE TABLE messages (
    id text NOT NULL,
    conversation_id text NOT NULL,
    parent_id text,
    role text NOT NULL,
    text text NOT NULL,
    reasoning text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    run_id text,
    search tsvector,
    owner_id text DEFAULT 'owner'::text NOT NULL
);
ALTER TABLE ONLY messages ALTER COLUMN text SET STORAGE EXTERNAL;
ALTER TABLE ONLY messages ALTER COLUMN reasoning SET STORAGE EXTERNAL;

CREATE TABLE model_access (
    target text NOT NULL,
    user_id text,
    team_id text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT model_access_check CHECK ((num_nonnulls(user_id, team_id) <= 1))
);

CREATE TABLE model_aliases (
    name text NOT NULL,
    targets text[] NOT NULL,
    timeout_seconds integer NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE model_choices (
    owner text NOT NULL,
    model_id text NOT NULL,
    is_off boolean DEFAULT false NOT NULL,
    is_favourite boolean DEFAULT false NOT NULL,
    name text,
    context_tokens integer,
    price jsonb
);

CREATE TABLE model_defaults (
    owner text NOT NULL,
    purpose text NOT NULL,
    model_id text NOT NULL
);

CREATE TABLE model_files (
    name text NOT NULL,
    text text NOT NULL,
    changed_at timestamp with time zone NOT NULL
);

CREATE TABLE own_connections (
    id text NOT NULL,
    user_id text,
    team_id text,
    kind text NOT NULL,
    name text NOT NULL,
    address text,
    secrets jsonb NOT NULL,
    is_on boolean DEFAULT true NOT NULL,
    model_count integer,
    last_answered_at timestamp with time zone,
    problem jsonb,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    chat_api text,
    CONSTRAINT own_connections_check CHECK ((num_nonnulls(user_id, team_id) = 1))
);

CREATE TABLE passage_vectors (
    owner_id text DEFAULT 'owner'::text NOT NULL,
    document_id text NOT NULL,
    model text NOT NULL,
    "position" integer NOT NULL,
    vector bytea,
    sent_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE passkeys (
    id text NOT NULL,
    user_id text NOT NULL,
    name text NOT NULL,
    public_key text NOT NULL,
    counter bigint NOT NULL,
    transports text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone
);

CREATE TABLE passwords (
    id text NOT NULL,
    hash text NOT NULL,
    source text NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE past_orders (
    id text NOT NULL
);

CREATE TABLE presets (
    id text NOT NULL,
    name text NOT NULL,
    model_id text,
    settings jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    owner_id text DEFAULT 'owner'::text NOT NULL,
    author_id text
);

CREATE TABLE prompts (
    id text NOT NULL,
    title text NOT NULL,
    command text NOT NULL,
    text text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    owner_id text DEFAULT 'owner'::text NOT NULL
);

CREATE TABLE purchases (
    owner_id text DEFAULT 'owner'::text NOT NULL,
    id text NOT NULL,
    key_id text DEFAULT ''::text NOT NULL,
    model_id text DEFAULT ''::text NOT NULL,
    task_id text,
    usd double precision DEFAULT 0 NOT NULL,
    tokens double precision DEFAULT 0 NOT NULL,
    models double precision DEFAULT 0 NOT NULL,
    bytes double precision DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    held_usd double precision DEFAULT 0 NOT NULL,
    held_tokens double precision DEFAULT 0 NOT NULL,
    held_bytes double precision DEFAULT 0 NOT NULL,
    replica_id text
);

CREATE TABLE recovery_codes (
    digest text NOT NULL,
    enrolment text NOT NULL
);

CREATE TABLE replicas (
    id text NOT NULL,
    lease_until timestamp with time zone NOT NULL
);

CREATE TABLE run_pieces (
    run_id text NOT NULL,
    seq integer NOT NULL,
    reasoning text DEFAULT ''::text NOT NULL,
    text text DEFAULT ''::text NOT NULL,
    owner_id text DEFAULT 'owner'::text NOT NULL,
    moved_up_to integer DEFAULT 0 NOT NULL
);

CREATE TABLE runs (
    id text NOT NULL,
    conversation_id text NOT NULL,
    answer_id text NOT NULL,
    model_id text NOT NULL,
    status text NOT NULL,
    failure jsonb,
    usage jsonb,
    first_token_ms real,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    settings jsonb,
    finish_reason text,
    cost jsonb,
    writing_ms real,
    sources jsonb,
    owner_id text DEFAULT 'owner'::text NOT NULL,
    replica_id text,
    stop_asked_at timestamp with time zone,
    guest_id text,
    left_out jsonb
);

CREATE TABLE second_factors (
    id text NOT NULL,
    enrolment text,
    sealed_key text,
    last_step integer DEFAULT 0 NOT NULL,
    since timestamp with time zone,
    changed_at timestamp with time zone NOT NULL
);

CREATE TABLE server_switches (
    name text NOT NULL,
    is_on boolean NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE sessions (
    id text NOT NULL,
    digest text NOT NULL,
    address text NOT NULL,
    user_agent text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    generation text DEFAULT ''::text NOT NULL,
    confirmed_at timestamp with time zone,
    user_id text DEFAULT 'owner'::text NOT NULL,
    proxy_subject text,
    ends_at timestamp with time zone,
    provider_session text
);

CREATE TABLE shares (
    token text NOT NULL,
    asset_id text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    conversation_id text,
    with_files boolean DEFAULT false NOT NULL,
    can_continue boolean DEFAULT false NOT NULL,
    owner_id text DEFAULT 'owner'::text NOT NULL
);

CREATE TABLE spending_limits (
    id text NOT NULL,
    scope text NOT NULL,
    subject text DEFAULT ''::text NOT NULL,
    measure text NOT NULL,
    period text NOT NULL,
    amount double precision NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE task_events (
    task_id text NOT NULL,
    seq integer NOT NULL,
    status text NOT NULL,
    stage text,
    progress real,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    owner_id text DEFAULT 'owner'::text NOT NULL
);

CREATE TABLE task_previews (
    task_id text NOT NULL,
    glb bytea NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE tasks (
    id text NOT NULL,
    model_id text NOT NULL,
    provider text NOT NULL,
    params jsonb NOT NULL,
    status text NOT NULL,
    stage text,
    progress real,
    failure jsonb,
    picture_file_id text,
    submitted_at timestamp with time zone,
    upstream_id text,
    attempts integer DEFAULT 0 NOT NULL,
    event_seq integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    request_id text,
    key_id text,
    source jsonb,
    owner_id text DEFAULT 'owner'::text NOT NULL,
    replica_id text
);

CREATE TABLE team_members (
    team_id text NOT NULL,
    user_id text NOT NULL,
    role text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    is_by_group boolean DEFAULT false NOT NULL
);

CREATE TABLE teams (
    id text NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE tool_calls (
    message_id text NOT NULL,
    index integer NOT NULL,
    round integer NOT NULL,
    upstream_id text NOT NULL,
    name text NOT NULL,
    arguments text NOT NULL,
    status text NOT NULL,
    result text,
    text_at integer NOT NULL,
    reasoning_at integer NOT NULL,
    duration_ms real,
    owner_id text DEFAULT 'owner'::text NOT NULL,
    details jsonb
);
ALTER TABLE ONLY tool_calls ALTER COLUMN arguments SET STORAGE EXTERNAL;
ALTER TABLE ONLY tool_calls ALTER COLUMN result SET STORAGE EXTERNAL;

CREATE TABLE usage_days (
    owner_id text DEFAULT 'owner'::text NOT NULL,
    key_id text DEFAULT ''::text NOT NULL,
    model_id text DEFAULT ''::text NOT NULL,
    day text NOT NULL,
    usd double precision DEFAULT 0 NOT NULL,
    tokens double precision DEFAULT 0 NOT NULL,
    models double precision DEFAULT 0 NOT NULL,
    bytes double precision DEFAULT 0 NOT NULL
);

CREATE TABLE used_challenges (
    digest text NOT NULL,
    ends_at timestamp with time zone NOT NULL
);

CREATE TABLE users (
    id text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    role text NOT NULL,
    password_hash text,
    is_off boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    delete_at timestamp with time zone,
    delete_by text,
    is_waiting boolean DEFAULT false NOT NULL
);

CREATE TABLE webhook_deliveries (
    owner_id text DEFAULT 'owner'::text NOT NULL,
    id text NOT NULL,
    key_id text NOT NULL,
    task_id text NOT NULL,
    url text NOT NULL,
    task_url text NOT NULL,
    status text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_at timestamp with time zone,
    lease_until timestamp with time zone,
    last_status integer,
    last_error text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone
);

CREATE TABLE webhook_secrets (
    owner_id text DEFAULT 'owner'::text NOT NULL,
    key_id text NOT NULL,
    generation integer NOT NULL,
    rotated_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY allowed_tools
    ADD CONSTRAINT allowed_tools_pkey PRIMARY KEY (owner_id, name);

ALTER TABLE ONLY answer_steps
    ADD CONSTRAINT answer_steps_pkey PRIMARY KEY (message_id, round);

ALTER TABLE ONLY api_keys
    ADD CONSTRAINT api_keys_digest_unique UNIQUE (digest);

ALTER TABLE ONLY api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY assets
    ADD CONSTRAINT assets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY assets
    ADD CONSTRAINT assets_task_id_unique UNIQUE (task_id);

ALTER TABLE ONLY audit_events
    ADD CONSTRAINT audit_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY call_costs
    ADD CONSTRAINT call_costs_pkey PRIMARY KEY (model_id, day);

ALTER TABLE ONLY chat_permissions
    ADD CONSTRAINT chat_permissions_pkey PRIMARY KEY (owner_id, conversation_id);

ALTER TABLE ONLY connections
    ADD CONSTRAINT connections_pkey PRIMARY KEY (id);

ALTER TABLE ONLY conversations
    ADD CONSTRAINT conversations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY data_keys
    ADD CONSTRAINT data_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY deletions
    ADD CONSTRAINT deletions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY document_passages
    ADD CONSTRAINT document_passages_pkey PRIMARY KEY (document_id, "position");

ALTER TABLE ONLY document_texts
    ADD CONSTRAINT document_texts_pkey PRIMARY KEY (document_id, "position");

ALTER TABLE ONLY documents
    ADD CONSTRAINT documents_owner_sha256_unique UNIQUE (owner_id, sha256);

ALTER TABLE ONLY documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (id);

ALTER TABLE ONLY files
    ADD CONSTRAINT files_owner_sha256_unique UNIQUE (owner_id, sha256);

ALTER TABLE ONLY files
    ADD CONSTRAINT files_pkey PRIMARY KEY (id);

ALTER TABLE ONLY folder_documents
    ADD CONSTRAINT folder_documents_pkey PRIMARY KEY (folder_id, document_id);

ALTER TABLE ONLY folders
    ADD CONSTRAINT folders_pkey PRIMARY KEY (id);

ALTER TABLE ONLY grants
    ADD CONSTRAINT grants_pkey PRIMARY KEY (id);

ALTER TABLE ONLY guesses
    ADD CONSTRAINT guesses_pkey PRIMARY KEY (id);

ALTER TABLE ONLY idempotency_keys
    ADD CONSTRAINT idempotency_keys_scope_key_pk PRIMARY KEY (scope, key);

ALTER TABLE ONLY identities
    ADD CONSTRAINT identities_pkey PRIMARY KEY (issuer, subject);

ALTER TABLE ONLY imported_models
    ADD CONSTRAINT imported_models_connection_id_model_key UNIQUE (connection_id, model);

ALTER TABLE ONLY imported_models
    ADD CONSTRAINT imported_models_pkey PRIMARY KEY (id);

ALTER TABLE ONLY invitations
    ADD CONSTRAINT invitations_digest_key UNIQUE (digest);

ALTER TABLE ONLY invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY key_holds
    ADD CONSTRAINT key_holds_pkey PRIMARY KEY (id);

ALTER TABLE ONLY key_uses
    ADD CONSTRAINT key_uses_pk PRIMARY KEY (key_id, replica_id);

ALTER TABLE ONLY mcp_servers
    ADD CONSTRAINT mcp_servers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY memories
    ADD CONSTRAINT memories_pkey PRIMARY KEY (id);

ALTER TABLE ONLY memory_settings
    ADD CONSTRAINT memory_settings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY message_attachments
    ADD CONSTRAINT message_attachments_pkey PRIMARY KEY (message_id, "position");

ALTER TABLE ONLY messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (id);

ALTER TABLE ONLY model_aliases
    ADD CONSTRAINT model_aliases_pkey PRIMARY KEY (name);

ALTER TABLE ONLY model_choices
    ADD CONSTRAINT model_choices_pkey PRIMARY KEY (owner, model_id);

ALTER TABLE ONLY model_defaults
    ADD CONSTRAINT model_defaults_pkey PRIMARY KEY (owner, purpose);

ALTER TABLE ONLY model_files
    ADD CONSTRAINT model_files_pkey PRIMARY KEY (name);

ALTER TABLE ONLY own_connections
    ADD CONSTRAINT own_connections_pkey PRIMARY KEY (id);

ALTER TABLE ONLY passage_vectors
    ADD CONSTRAINT passage_vectors_pkey PRIMARY KEY (document_id, model, "position");

ALTER TABLE ONLY passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY passwords
    ADD CONSTRAINT passwords_pkey PRIMARY KEY (id);

ALTER TABLE ONLY past_orders
    ADD CONSTRAINT past_orders_pkey PRIMARY KEY (id);

ALTER TABLE ONLY presets
    ADD CONSTRAINT presets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY prompts
    ADD CONSTRAINT prompts_owner_command_unique UNIQUE (owner_id, command);

ALTER TABLE ONLY prompts
    ADD CONSTRAINT prompts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY purchases
    ADD CONSTRAINT purchases_pkey PRIMARY KEY (id);

ALTER TABLE ONLY recovery_codes
    ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (digest);

ALTER TABLE ONLY replicas
    ADD CONSTRAINT replicas_pkey PRIMARY KEY (id);

ALTER TABLE ONLY run_pieces
    ADD CONSTRAINT run_pieces_run_id_seq_pk PRIMARY KEY (run_id, seq);

ALTER TABLE ONLY runs
    ADD CONSTRAINT runs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY second_factors
    ADD CONSTRAINT second_factors_pkey PRIMARY KEY (id);

ALTER TABLE ONLY server_switches
    ADD CONSTRAINT server_switches_pkey PRIMARY KEY (name);

ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_digest_key UNIQUE (digest);

ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY shares
    ADD CONSTRAINT shares_asset_id_key UNIQUE (asset_id);

ALTER TABLE ONLY shares
    ADD CONSTRAINT shares_conversation_id_key UNIQUE (conversation_id);

ALTER TABLE ONLY shares
    ADD CONSTRAINT shares_pkey PRIMARY KEY (token);

ALTER TABLE ONLY spending_limits
    ADD CONSTRAINT spending_limits_pkey PRIMARY KEY (id);

ALTER TABLE ONLY spending_limits
    ADD CONSTRAINT spending_limits_scope_subject_measure_period_key UNIQUE (scope, subject, measure, period);

ALTER TABLE ONLY task_events
    ADD CONSTRAINT task_events_task_id_seq_pk PRIMARY KEY (task_id, seq);

ALTER TABLE ONLY task_previews
    ADD CONSTRAINT task_previews_pkey PRIMARY KEY (task_id);

ALTER TABLE ONLY tasks
    ADD CONSTRAINT tasks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY team_members
    ADD CONSTRAINT team_members_pkey PRIMARY KEY (team_id, user_id);

ALTER TABLE ONLY teams
    ADD CONSTRAINT teams_pkey PRIMARY KEY (id);

ALTER TABLE ONLY tool_calls
    ADD CONSTRAINT tool_calls_pkey PRIMARY KEY (message_id, index);

ALTER TABLE ONLY usage_days
    ADD CONSTRAINT usage_days_pkey PRIMARY KEY (day, owner_id, key_id, model_id);

ALTER TABLE ONLY used_challenges
    ADD CONSTRAINT used_challenges_pkey PRIMARY KEY (digest);

ALTER TABLE ONLY users
    ADD CONSTRAINT users_email_key UNIQUE (email);

ALTER TABLE ONLY users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

ALTER TABLE ONLY webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_task_id_key UNIQUE (task_id);

ALTER TABLE ONLY webhook_secrets
    ADD CONSTRAINT webhook_secrets_pkey PRIMARY KEY (key_id);

CREATE INDEX assets_created_at ON assets USING btree (created_at);

CREATE INDEX assets_owner ON assets USING btree (owner_id, id);

CREATE INDEX assets_source ON assets USING btree ((((recipe -> 'source'::text) ->> 'assetId'::text)));

CREATE INDEX audit_events_kind ON audit_events USING btree (kind, id);

CREATE INDEX chat_permissions_conversation ON chat_permissions USING btree (conversation_id);

CREATE INDEX conversations_active ON conversations USING btree (((pinned_at IS NULL)), updated_at DESC, id DESC) WHERE ((deleted_at IS NULL) AND (archived_at IS NULL));

CREATE INDEX conversations_deleted_at ON conversations USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX conversations_folder ON conversations USING btree (folder_id) WHERE (folder_id IS NOT NULL);

CREATE INDEX conversations_owner ON conversations USING btree (owner_id, updated_at DESC, id DESC);

CREATE UNIQUE INDEX grants_once ON grants USING btree (COALESCE(conversation_id, asset_id), COALESCE(user_id, team_id));

CREATE INDEX grants_team ON grants USING btree (team_id);

CREATE INDEX grants_user ON grants USING btree (user_id);

CREATE INDEX idempotency_keys_created_at ON idempotency_keys USING btree (created_at);

CREATE INDEX identities_user ON identities USING btree (user_id);

CREATE INDEX message_attachments_document ON message_attachments USING btree (document_id) WHERE (document_id IS NOT NULL);

CREATE INDEX message_attachments_file ON message_attachments USING btree (file_id) WHERE (file_id IS NOT NULL);

CREATE INDEX messages_conversation ON messages USING btree (conversation_id, created_at, id);

CREATE INDEX messages_created_at ON messages USING btree (created_at DESC, id DESC);

CREATE INDEX messages_search ON messages USING gin (search) WITH (fastupdate=off);

CREATE INDEX messages_words ON messages USING gin (message_words(text)) WITH (fastupdate=off);
ALTER INDEX messages_words ALTER COLUMN 1 SET STATISTICS 0;

CREATE UNIQUE INDEX model_access_once ON model_access USING btree (target, COALESCE(user_id, team_id, ''::text));

CREATE INDEX passkeys_user ON passkeys USING btree (user_id);

CREATE INDEX purchases_created_at ON purchases USING btree (created_at);

CREATE INDEX runs_answer_id ON runs USING btree (answer_id);

CREATE INDEX runs_conversation_id ON runs USING btree (conversation_id);

CREATE INDEX runs_started_at ON runs USING btree (started_at, id);

CREATE INDEX runs_status ON runs USING btree (status);

CREATE UNIQUE INDEX runs_writing ON runs USING btree (answer_id) WHERE (status = 'running'::text);

CREATE INDEX tasks_created_at ON tasks USING btree (created_at);

CREATE INDEX tasks_owner ON tasks USING btree (owner_id, created_at);

CREATE INDEX tasks_status ON tasks USING btree (status);

CREATE INDEX team_members_user ON team_members USING btree (user_id);

CREATE INDEX tool_calls_order ON tool_calls USING btree (((details ->> 'orderId'::text))) WHERE ((details ->> 'orderId'::text) IS NOT NULL);

CREATE INDEX webhook_deliveries_key ON webhook_deliveries USING btree (key_id, created_at);

CREATE INDEX webhook_deliveries_open ON webhook_deliveries USING btree (status, next_at) WHERE (status = ANY (ARRAY['waiting'::text, 'due'::text]));

CREATE TRIGGER assets_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON assets FOR EACH STATEMENT EXECUTE FUNCTION library_changed();

CREATE TRIGGER files_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON files FOR EACH STATEMENT EXECUTE FUNCTION library_changed();

ALTER TABLE ONLY answer_steps
    ADD CONSTRAINT answer_steps_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE;

ALTER TABLE ONLY assets
    ADD CONSTRAINT assets_picture_file_id_files_id_fk FOREIGN KEY (picture_file_id) REFERENCES files(id);

ALTER TABLE ONLY assets
    ADD CONSTRAINT assets_task_id_tasks_id_fk FOREIGN KEY (task_id) REFERENCES tasks(id);

ALTER TABLE ONLY chat_permissions
    ADD CONSTRAINT chat_permissions_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;

ALTER TABLE ONLY conversations
    ADD CONSTRAINT conversations_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES folders(id) ON DELETE SET NULL;

ALTER TABLE ONLY document_passages
    ADD CONSTRAINT document_passages_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE;

ALTER TABLE ONLY document_texts
    ADD CONSTRAINT document_texts_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE;

ALTER TABLE ONLY folder_documents
    ADD CONSTRAINT folder_documents_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE;

ALTER TABLE ONLY folder_documents
    ADD CONSTRAINT folder_documents_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES folders(id) ON DELETE CASCADE;

ALTER TABLE ONLY grants
    ADD CONSTRAINT grants_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES assets(id) ON DELETE CASCADE;

ALTER TABLE ONLY grants
    ADD CONSTRAINT grants_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;

ALTER TABLE ONLY grants
    ADD CONSTRAINT grants_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;

ALTER TABLE ONLY grants
    ADD CONSTRAINT grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE ONLY message_attachments
    ADD CONSTRAINT message_attachments_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id);

ALTER TABLE ONLY message_attachments
    ADD CONSTRAINT message_attachments_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id);

ALTER TABLE ONLY message_attachments
    ADD CONSTRAINT message_attachments_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE;

ALTER TABLE ONLY messages
    ADD CONSTRAINT messages_conversation_id_conversations_id_fk FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;

ALTER TABLE ONLY model_access
    ADD CONSTRAINT model_access_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;

ALTER TABLE ONLY model_access
    ADD CONSTRAINT model_access_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE ONLY own_connections
    ADD CONSTRAINT own_connections_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;

ALTER TABLE ONLY own_connections
    ADD CONSTRAINT own_connections_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE ONLY passage_vectors
    ADD CONSTRAINT passage_vectors_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE;

ALTER TABLE ONLY run_pieces
    ADD CONSTRAINT run_pieces_run_id_runs_id_fk FOREIGN KEY (run_id) REFERENCES runs(id) ON DELETE CASCADE;

ALTER TABLE ONLY runs
    ADD CONSTRAINT runs_answer_id_messages_id_fk FOREIGN KEY (answer_id) REFERENCES messages(id) ON DELETE CASCADE;

ALTER TABLE ONLY runs
    ADD CONSTRAINT runs_conversation_id_conversations_id_fk FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;

ALTER TABLE ONLY shares
    ADD CONSTRAINT shares_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES assets(id) ON DELETE CASCADE;

ALTER TABLE ONLY shares
    ADD CONSTRAINT shares_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;

ALTER TABLE ONLY task_events
    ADD CONSTRAINT task_events_task_id_tasks_id_fk FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE;

ALTER TABLE ONLY tasks
    ADD CONSTRAINT tasks_picture_file_id_files_id_fk FOREIGN KEY (picture_file_id) REFERENCES files(id);

ALTER TABLE ONLY team_members
    ADD CONSTRAINT team_members_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE;

ALTER TABLE ONLY team_members
    ADD CONSTRAINT team_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE ONLY tool_calls
    ADD CONSTRAINT tool_calls_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE;

ALTER TABLE ONLY webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE;

INSERT INTO library_revision VALUES (0);
