/** Messages in the demo's inbox. A job sends them after the request, so every function here waits. */
import type { Page } from '@playwright/test'
import { inDatabase } from './arrange.ts'
import { expect } from './test.ts'

/** Mails queue behind those that wait for their PDF, on a busy machine for long. */
const PATIENCE = { timeout: 60_000 }

/** Waits until the inbox lists a message to the recipient. */
export async function expectMessage(page: Page, to: string, subject: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.goto(`/dev/inbox?to=${encodeURIComponent(to)}`)
    await expect(page.getByText(subject).first()).toBeVisible({ timeout: 1000 })
  }).toPass(PATIENCE)
}

/** Returns the newest mailed link with a token, on the tests' own server. */
export function mailedLink(to: string): Promise<string> {
  return waitFor(to, ({ body }) => /https?:\/\/[^/\s]+((?:\/[\w-]+)+#token=[\w%.-]+)/.exec(body)?.[1])
}

/** Returns the newest code sent to the recipient. */
export function mailedCode(to: string): Promise<string> {
  return waitFor(to, ({ subject }) => /^\d{6}\b/.exec(subject)?.[0])
}

/** The newest code that came to a phone. */
export function phonedCode(to: string): Promise<string> {
  return waitFor(to, ({ body }) => /^\d{6}$/.exec(body.trim())?.[0])
}

interface Message {
  readonly subject: string
  readonly body: string
}

async function waitFor(to: string, find: (message: Message) => string | undefined): Promise<string> {
  let found: string | undefined
  const look = async () => {
    const messages = await inDatabase<{ subject: string | null; body: string | null }>(
      'select subject, body from dev_inbox where recipient = $1 order by id desc',
      [to],
    )
    found = messages.map(({ subject, body }) => find({ subject: subject ?? '', body: body ?? '' })).find(Boolean)
    return found
  }
  await expect.poll(look, PATIENCE).toBeTruthy()
  return found ?? ''
}
