import { useState } from 'react'

/** Whether it is so now or was so before, since this was drawn: what comes when it is first needed stays from then on. */
export function useEver(isSo: boolean): boolean {
  const [wasSo, setWasSo] = useState(isSo)
  if (isSo && !wasSo) setWasSo(true)
  return wasSo || isSo
}
