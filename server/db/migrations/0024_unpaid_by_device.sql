-- no-transaction: sales go on while it is built
create index concurrently if not exists orders_device_unpaid on orders (device, event_id)
  where state in ('reserved', 'pending_payment') and device is not null;
