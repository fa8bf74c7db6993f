import { Ticket, User } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import { useSession } from '#web/api/session.ts'
import { storedPurchases } from '#web/features/checkout/stored-purchases.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { classes } from '#web/ui/base/classes.ts'
import { Menu } from '#web/ui/base/Menu.tsx'
import { forgetRedirect, rememberRedirect } from '../session/redirect-after-login.ts'

const round = 'inline-flex size-11 items-center justify-center rounded-full'

const PersonMenus = lazy(async () => ({ default: (await import('./PersonMenus.tsx')).PersonMenus }))

/** The right end of the bar: sign in and sign up, or the person's menu. */
export function AccountControls() {
  const session = useSession()
  if (!session) return <VisitorControls />
  return (
    <Suspense fallback={<span className={round} />}>
      <PersonMenus user={session.user} />
    </Suspense>
  )
}

function VisitorControls() {
  const bought = useBought()
  const remember = useRememberedPlace()
  return (
    <>
      <div
        className={classes(
          'hidden shrink-0 items-center gap-2 whitespace-nowrap md:flex lg:gap-4',
          // On a tablet the landing's sections leave just so much.
          bought.length > 0 && 'max-lg:-ml-1 max-lg:gap-0.5 max-lg:[&>a]:px-3',
        )}
      >
        {bought.length > 0 && (
          <Menu
            label="Tus entradas en este dispositivo"
            trigger={<Ticket className="size-6" />}
            triggerClassName={`${round} text-papel hover:bg-mesa`}
            items={bought}
          />
        )}
        <ScreenButton tone="secondary" size="s" to={paths.register()} onClick={remember}>
          Crear Cuenta
        </ScreenButton>
        <ScreenButton size="s" to={paths.login()} onClick={remember}>
          Ingresar
        </ScreenButton>
      </div>
      <div className="md:hidden">
        <Menu
          label="Tu cuenta"
          trigger={<User className="size-6" />}
          triggerClassName={`${round} text-papel hover:bg-mesa`}
          items={[
            ...bought,
            {
              key: 'login',
              label: 'Ingresar',
              separated: bought.length > 0,
              link: <Link to={paths.login()} onClick={remember} />,
            },
            { key: 'register', label: 'Crear Cuenta', link: <Link to={paths.register()} onClick={remember} /> },
          ]}
        />
      </div>
    </>
  )
}

/** The tickets that were bought on this device without a session, by their event. */
function useBought() {
  const { pathname } = useLocation()
  const [seen, setSeen] = useState({ pathname, bought: storedPurchases.upcoming() })
  if (seen.pathname !== pathname) setSeen({ pathname, bought: storedPurchases.upcoming() })
  return seen.bought.map(({ publicId, eventName }) => ({
    key: publicId,
    label: `Entradas · ${eventName}`,
    icon: <Ticket className="size-5 shrink-0" />,
    link: <Link to={paths.guestOrder(publicId)} />,
  }))
}

/** Signing in from an inner page comes back to it; from the landing it goes to the person's own place. */
function useRememberedPlace() {
  const { pathname, search } = useLocation()
  return () => {
    if (pathname === paths.home()) forgetRedirect()
    else rememberRedirect(pathname + search)
  }
}
