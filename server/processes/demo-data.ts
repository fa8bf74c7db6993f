/** Where the demo data is, once it is written. */
import { existsSync } from 'node:fs'
import type { App } from '#server/context.ts'
import type { DemoSignIn } from '#server/http/dev.ts'

const seedFile = new URL('../demo/seed.ts', import.meta.url)
const signInsFile = new URL('../demo/sign-ins.ts', import.meta.url)

/** Fills an empty database through the use cases. */
export async function seedDemo(app: App): Promise<void> {
  if (!existsSync(seedFile)) return
  const data = (await import(seedFile.href)) as { seedDemo(app: App): Promise<void> } // its only export that counts
  await data.seedDemo(app)
}

/** One account per role, known to everybody. */
export async function demoSignIns(): Promise<readonly DemoSignIn[]> {
  if (!existsSync(signInsFile)) return []
  const data = (await import(signInsFile.href)) as { demoSignIns: readonly DemoSignIn[] } // its only export that counts
  return data.demoSignIns
}
