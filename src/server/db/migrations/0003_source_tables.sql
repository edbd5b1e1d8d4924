CREATE TABLE "club_names" (
	"sport_key" text NOT NULL,
	"name" text NOT NULL,
	"source" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"club" text,
	CONSTRAINT "club_names_sport_key_name_pk" PRIMARY KEY("sport_key","name")
);
--> statement-breakpoint
CREATE TABLE "source_events" (
	"host" text NOT NULL,
	"event_id" text NOT NULL,
	"fixture_id" text NOT NULL,
	CONSTRAINT "source_events_host_event_id_pk" PRIMARY KEY("host","event_id")
);
--> statement-breakpoint
CREATE TABLE "told_results" (
	"fixture_id" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"status" text NOT NULL,
	"half_time_home" smallint,
	"half_time_away" smallint,
	"full_time_home" smallint,
	"full_time_away" smallint,
	"first_goal" text,
	"told_at" timestamp (3) with time zone NOT NULL,
	"kept_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "source_events" ADD CONSTRAINT "source_events_fixture_id_fixtures_id_fk" FOREIGN KEY ("fixture_id") REFERENCES "public"."fixtures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "told_results" ADD CONSTRAINT "told_results_fixture_id_fixtures_id_fk" FOREIGN KEY ("fixture_id") REFERENCES "public"."fixtures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "source_events_fixture" ON "source_events" USING btree ("fixture_id");--> statement-breakpoint
-- The role of the server at work: what was granted before covers the tables of then.
GRANT SELECT, INSERT, UPDATE, DELETE ON "club_names", "source_events", "told_results" TO touchline_app;
