-- What a draft has until its organizer chooses one. Offered by no list, and no event is published with it.
insert into categories (id, name, position) values (0, 'Sin categoría', 0);
