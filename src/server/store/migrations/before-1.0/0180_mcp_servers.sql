-- Expands: earlier versions know nothing of other MCP servers.
CREATE TABLE "mcp_servers" (
	"id" text PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"name" text NOT NULL,
	"address" text,
	"command" jsonb,
	"secrets" jsonb NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"tools" jsonb NOT NULL,
	"status" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
