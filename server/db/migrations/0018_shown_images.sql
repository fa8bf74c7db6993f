-- Who shows a picture is asked before it goes: of tables that only grow.
create index users_profile_image on users (profile_image_id) where profile_image_id is not null;
create index companies_image on companies (image_id) where image_id is not null;
create index events_flyer on events (flyer_id) where flyer_id is not null;
