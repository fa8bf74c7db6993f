import { sql, type RawBuilder } from 'kysely'

/**
 * Selects `mail` and `phone` that a message to a person may be sent to; each is null where it may not. `user` is the alias of
 * `users`; `isOwn` says whether the message is about what the person bought or did themselves (`accounts_is_reached`).
 */
export function reachedContacts(user: string, isOwn: boolean | RawBuilder<boolean>) {
  const own = typeof isOwn === 'boolean' ? sql.lit(isOwn) : isOwn
  return [
    sql<string | null>`accounts_reach_mail(${sql.ref(user)}, ${own})`.as('mail'),
    sql<string | null>`accounts_reach_phone(${sql.ref(user)}, ${own})`.as('phone'),
  ] as const
}
