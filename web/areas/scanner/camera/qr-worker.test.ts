import { expect, test, vi } from 'vitest'
import type { FrameAnswer } from './qr-worker.ts'

vi.mock('./qr-texts.ts', () => ({ qrTextsInFrame: async () => ['ticket'] }))

/** What the worker answers to one frame, which it gives back. */
async function ask(id: number): Promise<FrameAnswer> {
  const answered = vi.fn<(answer: FrameAnswer) => void>()
  vi.stubGlobal('postMessage', answered)
  const close = vi.fn()
  dispatchEvent(new MessageEvent('message', { data: { id, frame: { close } } }))
  await vi.waitFor(() => expect(answered).toHaveBeenCalledOnce())
  expect(close).toHaveBeenCalledOnce()
  return answered.mock.calls[0]?.[0] as FrameAnswer // asked above
}

test('without a canvas a frame is answered with why, and read once there is one', async () => {
  vi.stubGlobal('OffscreenCanvas', undefined)
  await import('./qr-worker.ts')
  expect(await ask(1)).toEqual({ id: 1, failed: expect.stringContaining('OffscreenCanvas') })
  vi.stubGlobal('OffscreenCanvas', class {})
  expect(await ask(2)).toEqual({ id: 2, texts: ['ticket'] })
})
