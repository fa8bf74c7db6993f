import { expect, test } from 'vitest'
import { appStoreFor } from './app-store.ts'

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'App Store'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 'Google Play'],
  ['Mozilla/5.0 (X11; Linux x86_64)', undefined],
])('%s', (userAgent, store) => {
  expect(appStoreFor(userAgent)?.name).toBe(store)
})
