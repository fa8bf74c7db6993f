/** The browser of the journeys: Chromium from the npm registry, so that no system needs to have one. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LaunchOptions } from '@playwright/test'
import bundled from '@sparticuz/chromium'

const { version } = createRequire(import.meta.url)('../node_modules/@sparticuz/chromium/package.json') as {
  version: string
}
const folder = fileURLToPath(new URL(`../node_modules/.cache/previa/chromium-${version}`, import.meta.url))
const isBundled = process.platform === 'linux' && process.arch === 'x64'

export interface BrowserOptions {
  /** A Y4M file that the page sees as its camera, over and over (camera.ts). */
  readonly camera?: string
}

/**
 * Options for Playwright's `launch`. The bundle's own flags are not used: they switch off the web's security and would
 * hide faults. Where the bundle does not run, an installed Chrome does.
 */
export async function launchOptions({ camera }: BrowserOptions = {}): Promise<LaunchOptions> {
  const device = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream']
  return {
    ...(isBundled ? { executablePath: await extract() } : { channel: 'chrome' }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      ...device,
      ...(camera ? [`--use-file-for-fake-video-capture=${camera}`] : []),
    ],
  }
}

/**
 * The bundle unpacks itself into the temporary folder and takes any file of that name for itself, a half-written one of
 * an interrupted run or another user's included. So it gets a folder of its own, which is moved into place when complete.
 */
async function extract(): Promise<string> {
  const program = join(folder, 'chromium')
  if (existsSync(program)) return program
  const draft = `${folder}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  const temporary = process.env['TMPDIR']
  process.env['TMPDIR'] = draft
  try {
    await bundled.executablePath()
  } finally {
    if (temporary === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = temporary
  }
  mkdirSync(dirname(folder), { recursive: true })
  try {
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(program)) throw error // else another process was faster
  }
  return program
}
