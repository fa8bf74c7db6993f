import { expect, test } from 'vitest'
import { isPerson } from './count-visit.ts'

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    true,
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36 Instagram 360.0.0.0',
    true,
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0',
    true,
  ],
  ...['Twitter for iPhone/10.60', '[Pinterest/iOS]', '[FBAN/FBIOS;FBAV/490.0]', 'Instagram 360.0.0.26'].map(
    (app): [string, boolean] => [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 ${app}`,
      true,
    ],
  ),
  ...['Telegram-Android/11.4.2 (Google Pixel 8)', 'TwitterAndroid', '[Pinterest/Android]'].map(
    (app): [string, boolean] => [
      `Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 ${app}`,
      true,
    ],
  ),
  ['Twitterbot/1.0', false],
  ['Mozilla/5.0 (compatible; Twitterbot/1.0)', false],
  ['Pinterest/0.2 (+https://www.pinterest.com/bot.html)', false],
  ['Mozilla/5.0 (compatible; Pinterestbot/1.0; +https://www.pinterest.com/bot.html)', false],
  ['WhatsApp/2.24.20.89 A', false],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', false],
  ['TelegramBot (like TwitterBot)', false],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', false],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', false],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (Applebot/0.1)', false],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', false],
  ['curl/8.6.0', false],
  ['', false],
])('%s is a person: %s', (agent, is) => {
  expect(isPerson(agent)).toBe(is)
})
