-- Expands: only servers that share a database use these. What is in them lasts minutes.
CREATE TABLE "key_uses" (
	"key_id" text NOT NULL,
	"replica_id" text NOT NULL,
	"work" integer NOT NULL,
	"reads" integer NOT NULL,
	"streams" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "key_uses_pk" PRIMARY KEY("key_id","replica_id")
);
--> statement-breakpoint
CREATE TABLE "task_previews" (
	"task_id" text PRIMARY KEY NOT NULL,
	"glb" bytea NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
