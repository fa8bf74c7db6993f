import { expect, test } from 'vitest'
import { isInAppAgent } from './in-app-browser.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${IPHONE} Mobile/15E148 Instagram 360.0.0.26 (iPhone15,2; iOS 18_1; es_AR)`, true],
  [`${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/490.0;FBDV/iPhone15,2]`, true],
  [`${IPHONE} Mobile/15E148 Twitter for iPhone/10.60`, true],
  [`${IPHONE} Mobile/15E148 [Pinterest/iOS]`, true],
  [`${IPHONE} Mobile/15E148`, true],
  [`${ANDROID} Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 Instagram 360.0.0.0 Android`, true],
  [`${ANDROID} Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 Telegram-Android/11.4.2 (Google Pixel 8)`, true],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S911B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36',
    true,
  ],
  [`${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, false],
  [`${IPHONE} CriOS/131.0.0.0 Mobile/15E148 Safari/604.1`, false],
  [`${IPHONE} FxiOS/132.0 Mobile/15E148 Safari/605.1.15`, false],
  [`${ANDROID} Chrome/131.0.0.0 Mobile Safari/537.36`, false],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0', false],
])('%s is inside an app: %s', (agent, is) => expect(isInAppAgent(agent)).toBe(is))
