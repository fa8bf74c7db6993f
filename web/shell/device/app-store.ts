import { brand } from '#contract/platform/brand.ts'

/** Where this browser gets the app: iOS from one store, Android from the other, nothing elsewhere. */
export function appStoreFor(userAgent: string): { name: string; url: string } | null {
  if (/iPad|iPhone|iPod/.test(userAgent)) return { name: 'App Store', url: brand.appStoreUrl }
  if (/Android/.test(userAgent)) return { name: 'Google Play', url: brand.googlePlayUrl }
  return null
}
