import { Menu as MenuIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { brand } from '#contract/platform/brand.ts'
import { paths } from '#contract/api/paths.ts'
import { classes } from '#web/ui/base/classes.ts'
import { useEver } from '#web/lib/use-ever.ts'
import { IconButton } from '#web/ui/base/IconButton.tsx'
import { HoldBarWhenHeld } from '../notices/LazyOverlays.tsx'
import { OfflineNotice } from '../notices/OfflineNotice.tsx'
import { AccountControls } from './AccountControls.tsx'
import { HOME_SECTIONS } from './home-sections.ts'
import { HomeLink } from './Logo.tsx'
import { scrollToSection, useScrolledBar } from './use-scrolled-bar.ts'

/** Paths where a person is already on the way in. */
const WITHOUT_ACCOUNT: readonly string[] = [paths.login(), paths.register(), paths.forgotPassword()]

/** The bar of the public pages (rule R16.5), 64 px tall and fixed. */
export function TopBar() {
  const { pathname } = useLocation()
  const { isScrolled, section } = useScrolledBar(pathname)
  const isHome = pathname === paths.home()
  return (
    <header
      className={classes(
        'fixed inset-x-0 top-0 z-30 border-b transition-colors duration-200 has-[[data-hold],[data-offline]]:bg-tinta print:hidden',
        isScrolled ? 'border-linea bg-tinta' : 'border-transparent bg-transparent',
      )}
    >
      <div className="column flex h-16 items-center gap-3 md:max-lg:gap-1">
        {isHome && <SectionsDrawer section={section} />}
        <HomeLink />
        <div className="flex-1" />
        {isHome && (
          <nav aria-label="Secciones" className="hidden items-center md:flex lg:mr-3 lg:gap-1">
            {HOME_SECTIONS.map(({ id, label }) => (
              <SectionLink
                key={id}
                id={id}
                label={label}
                isActive={section === id}
                // The narrowest tablet has just so much room for all four and what was bought.
                className="px-3 max-lg:px-1 max-lg:text-14 max-[879px]:text-12"
              />
            ))}
          </nav>
        )}
        {!WITHOUT_ACCOUNT.includes(pathname) && <AccountControls />}
      </div>
      <HoldBarWhenHeld />
      <OfflineNotice />
    </header>
  )
}

interface SectionLinkProps {
  id: string
  label: string
  isActive: boolean
  className?: string
  onFollow?: () => void
}

function SectionLink({ id, label, isActive, className, onFollow }: SectionLinkProps) {
  return (
    <a
      href={`#${id}`}
      aria-current={isActive ? 'location' : undefined}
      onClick={(event) => {
        event.preventDefault()
        onFollow?.()
        scrollToSection(id)
      }}
      className={classes(
        'flex min-h-11 items-center rounded-full whitespace-nowrap no-underline transition-colors duration-150 hover:text-papel',
        isActive ? 'font-bold text-papel' : 'text-humo',
        className,
      )}
    >
      {label}
    </a>
  )
}

const loadDrawer = () => import('#web/ui/overlays/Drawer.tsx')
const Drawer = lazy(async () => ({ default: (await loadDrawer()).Drawer }))

/** Below 768 px the anchors slide in from the left. What draws them is fetched when a finger or the focus comes near. */
function SectionsDrawer({ section }: { section: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  const wasOpen = useEver(isOpen)
  const close = () => setIsOpen(false)
  return (
    <div className="-ml-2 md:hidden">
      <IconButton
        label="Abrir el menú"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadDrawer()}
        onFocus={() => void loadDrawer()}
        onClick={() => setIsOpen(true)}
      >
        <MenuIcon className="size-6" />
      </IconButton>
      {wasOpen && (
        <Suspense>
          <Drawer open={isOpen} onClose={close} title={brand.name}>
            <nav aria-label="Secciones" className="flex flex-col">
              {HOME_SECTIONS.map(({ id, label }) => (
                <SectionLink
                  key={id}
                  id={id}
                  label={label}
                  isActive={section === id}
                  onFollow={close}
                  className="text-18"
                />
              ))}
            </nav>
          </Drawer>
        </Suspense>
      )}
    </div>
  )
}
