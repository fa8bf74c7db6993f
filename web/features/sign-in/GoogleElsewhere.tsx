import { useQuery } from '@tanstack/react-query'
import { signInOptions } from '#web/features/delivery-channels/delivery-channels.ts'
import { isInAppBrowser } from '#web/lib/device/in-app-browser.ts'

/** Stands behind the other ways in, where Google refuses: inside an app. */
export function GoogleElsewhere() {
  const { data } = useQuery(signInOptions())
  if (!data?.google || !isInAppBrowser()) return null
  return (
    <p className="mt-5 text-14 text-humo">
      Google no funciona dentro de esta aplicación. Para usarlo, abrí esta página en tu navegador: tocá el menú ⋯ y
      «Abrir en el navegador».
    </p>
  )
}
