/** The SQL that writes granted roles. */
import type { Core } from '#server/context.ts'
import { insertNew, updateRows } from '#server/db/rows.ts'

/** Makes a person an administrator of one kind: god, legal (a narrowed god) or support. */
export async function setAdministrator(app: Core, userId: string, kind: 'god' | 'legal' | 'admin'): Promise<void> {
  await updateRows(
    app.db,
    'users',
    { id: userId },
    { isGodAdmin: kind !== 'admin', isAdmin: kind === 'admin', permission: kind === 'legal' ? 'legal' : null },
  )
}

/** Grants a role by name; false when it was there. */
export function insertRole(app: Core, userId: string, role: 'COMERCIAL'): Promise<boolean> {
  return insertNew(app.db, 'user_roles', { userId, role })
}

/** Takes a granted role back; false when there was none. */
export async function deleteRole(app: Core, userId: string, role: 'COMERCIAL'): Promise<boolean> {
  const deleted = await app.db
    .deleteFrom('user_roles')
    .where('user_id', '=', userId)
    .where('role', '=', role)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}
