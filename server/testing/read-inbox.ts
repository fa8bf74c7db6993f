/** What a person finds in their mailbox or on their phone, as the development inbox keeps it. */
import { hashToken } from '#server/shared/crypto.ts'
import type { TestApp } from './app.ts'

/** The texts that came there, the last one first. */
export async function textsAt({ app }: TestApp, recipient: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom('dev_inbox')
    .select(['subject', 'body'])
    .where('recipient', '=', recipient)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ subject, body }) => `${subject ?? ''}\n${body}`)
}

/** The code of the last message that holds one. */
export async function codeAt(server: TestApp, recipient: string): Promise<string | undefined> {
  await server.drain()
  for (const text of await textsAt(server, recipient)) {
    const code = /(?<![\d+-])\d{6}(?![\d-])/.exec(text)?.[0]
    if (code) return code
  }
  return undefined
}

/** The token of the last link of a kind that came there, whether it still opens anything or not. */
export async function linkAt(
  server: TestApp,
  recipient: string,
  kind: 'reset' | 'activation',
): Promise<string | undefined> {
  await server.drain()
  for (const text of await textsAt(server, recipient)) {
    for (const [token] of text.matchAll(/(?<![\w-])[\w-]{43}(?![\w-])/g)) {
      const link = await server.app.db
        .selectFrom('account_links')
        .select('kind')
        .where('token_hash', '=', hashToken(token))
        .executeTakeFirst()
      if (link?.kind === kind) return token
    }
  }
  return undefined
}
