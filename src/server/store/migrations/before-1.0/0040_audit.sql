CREATE TABLE "audit_events" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"actor" text NOT NULL,
	"address" text NOT NULL,
	"subject" text NOT NULL,
	"request_id" text,
	"count" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_events_kind" ON "audit_events" ("kind", "id");
