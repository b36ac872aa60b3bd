CREATE TABLE "data_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"wrapped" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "connections" (
	"id" text PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"address" text,
	"secrets" jsonb NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"model_count" integer,
	"last_answered_at" timestamp with time zone,
	"problem" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
