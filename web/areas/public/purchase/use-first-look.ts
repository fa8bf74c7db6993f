import { useEffect, useState } from 'react'
import { readJson, storeJson } from '#web/lib/device/open-storage.ts'

const KEY = 'compra-festejada'

/** Whether a purchase that was just made is looked at for the first time on this device: a reload, or a look a week later, is no news. */
export function useFirstLook(publicId: string, isJustMade: boolean): boolean {
  const [wasSeen] = useState(() => readJson(localStorage, KEY) === publicId)
  useEffect(() => {
    if (isJustMade) storeJson(localStorage, KEY, publicId)
  }, [isJustMade, publicId])
  return isJustMade && !wasSeen
}
