ALTER TABLE "sessions" ADD COLUMN "generation" text DEFAULT '' NOT NULL;
