CREATE TABLE "imported_models" (
	"id" text PRIMARY KEY NOT NULL,
	"connection_id" text NOT NULL,
	"model" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"source" text NOT NULL,
	"param_schema" jsonb NOT NULL,
	"left_out" jsonb NOT NULL,
	"output" text,
	"wire" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone DEFAULT now() NOT NULL,
	UNIQUE("connection_id", "model")
);
