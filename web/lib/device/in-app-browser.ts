/** The browsers inside other apps: no camera in many, and Google signs nobody in there. */

/** Names that apps add to the agent of their pages. Android's web views say `wv`. */
const APP =
  /\b(?:Instagram|FBAN|FBAV|FB_IAB|Barcelona|Twitter for|TwitterAndroid|Telegram-Android|TelegramWebview|Snapchat|LinkedInApp|musical_ly|BytedanceWebview|TikTok|Line\/)|\[Pinterest\/|; wv\)/
/** Safari and all browsers of iOS end with `Safari/`; a web view has none, nor has an app from the home screen. */
const IOS_VIEW = /\b(?:iPhone|iPad|iPod)\b.*AppleWebKit(?!.*Safari\/)/

export function isInAppAgent(agent: string): boolean {
  return APP.test(agent) || IOS_VIEW.test(agent)
}

/** Whether this page is shown inside another app; an app on the home screen is not. */
export function isInAppBrowser(): boolean {
  const isInstalled = 'standalone' in navigator && navigator.standalone === true
  return !isInstalled && isInAppAgent(navigator.userAgent)
}
