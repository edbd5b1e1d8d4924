-- A login that may only work as touchline_app has to see which schema this is.
GRANT USAGE ON SCHEMA drizzle TO touchline_app;--> statement-breakpoint
GRANT SELECT ON drizzle.__drizzle_migrations TO touchline_app;--> statement-breakpoint
-- Before PostgreSQL 15 everybody might make tables and functions in here, which others would then use.
DO $$
begin
  revoke create on schema public from public;
exception
  when insufficient_privilege then null;
end
$$;
