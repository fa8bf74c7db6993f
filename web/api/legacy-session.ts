const TOKEN = 'token'
const USER = 'user'

/**
 * The session that earlier versions kept unencrypted, once: it is given only if there is a token and no valid one in the
 * new place, and the old keys are removed in any case. A user that cannot be parsed is left out (rule R16.4).
 */
export function takeLegacySession(area: Storage, hasValidToken: boolean): { token: string; user: unknown } | null {
  const token = area.getItem(TOKEN)
  const user = area.getItem(USER)
  if (token === null) return null
  area.removeItem(TOKEN)
  area.removeItem(USER)
  return hasValidToken ? null : { token, user: parsed(user) }
}

function parsed(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    // The migration goes on without it.
    return null
  }
}
