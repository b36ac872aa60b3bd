-- Expands: earlier versions know nothing of memory.
CREATE TABLE "memories" (
	"id" text PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "memory_settings" (
	"id" text PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL
);
