-- Expands: earlier versions know nothing of these.
ALTER TABLE "tool_calls" ADD COLUMN "details" jsonb;
--> statement-breakpoint
CREATE TABLE "allowed_tools" (
	"name" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
