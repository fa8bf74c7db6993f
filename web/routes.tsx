/**
 * Every address and the screen it opens. A screen is a chunk of its own: its file exports `Component` and, if it reads
 * something before it is drawn, `loader`. Add a route in its area's list; the path comes from `contract/paths.ts`.
 */
import { redirect, type RouteObject } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { BackofficeArea } from './shell/backoffice-nav.ts'
import { chunk } from './shell/chunk.ts'
import { requireRole, requireSession } from './shell/guards.ts'
import { NotFoundScreen } from './shell/NotFoundScreen.tsx'
import { NotYetScreen } from './shell/NotYetScreen.tsx'
import { FramedRouteError, PublicLayout } from './shell/PublicLayout.tsx'
import { RootLayout } from './shell/RootLayout.tsx'
import { RouteError } from './shell/RouteError.tsx'

/** The pattern of a path made with `:name` in place of its parameters, without its query. */
function pattern(path: string): string {
  return decodeURIComponent(path.split('?')[0] ?? path)
}

/** The frames of what only people with a session see come with their first screen. */
const clientFrame = chunk(async () => ({ Component: (await import('./shell/ClientLayout.tsx')).ClientLayout }))
const backofficeFrame = (area: BackofficeArea) =>
  chunk(async () => {
    const { BackofficeLayout } = await import('./shell/BackofficeLayout.tsx')
    return { element: <BackofficeLayout area={area} /> }
  })

const paymentResult = chunk(() => import('./areas/public/PaymentResultScreen.tsx'))
const legalText = chunk(() => import('./areas/public/LegalScreen.tsx'))
const eventEditor = chunk(() => import('./areas/organizer/EventEditorScreen.tsx'))

const publicScreens: RouteObject[] = [
  { path: paths.home(), lazy: chunk(() => import('./areas/public/HomeScreen.tsx')) },
  { path: paths.events(), lazy: chunk(() => import('./areas/public/EventsScreen.tsx')) },
  { path: pattern(paths.event(':id')), lazy: chunk(() => import('./areas/public/EventScreen.tsx')) },
  { path: pattern(paths.company(':companyName')), lazy: chunk(() => import('./areas/public/CompanyScreen.tsx')) },
  { path: pattern(paths.buyTicket('')), lazy: chunk(() => import('./areas/public/BuyTicketScreen.tsx')) },
  ...[
    ...(['success', 'pending', 'failure'] as const).map((result) =>
      pattern(paths.payResult(result, { platform: '', eventId: '', order: '' })),
    ),
    paths.paymentSuccess(),
    paths.paymentPending(),
    paths.paymentFailure(),
  ].map((path) => ({ path, lazy: paymentResult })),
  { path: pattern(paths.ticketLink(':token')), lazy: chunk(() => import('./areas/public/TicketLinkScreen.tsx')) },
  ...[paths.termsOfUse(), paths.terms(), paths.privacy()].map((path) => ({ path, lazy: legalText })),
]

const accountScreens: RouteObject[] = [
  { path: paths.login(), lazy: chunk(() => import('./areas/account/LoginScreen.tsx')) },
  { path: paths.register(), lazy: chunk(() => import('./areas/account/RegisterScreen.tsx')) },
  { path: paths.adminLogin(), lazy: chunk(() => import('./areas/account/AdminLoginScreen.tsx')) },
  { path: paths.forgotPassword(), lazy: chunk(() => import('./areas/account/ForgotPasswordScreen.tsx')) },
  { path: paths.resetPassword(), lazy: chunk(() => import('./areas/account/ResetPasswordScreen.tsx')) },
  { path: paths.activateAccount(), lazy: chunk(() => import('./areas/account/ActivateAccountScreen.tsx')) },
  { path: paths.loginSuccess(), lazy: chunk(() => import('./areas/account/LoginSuccessScreen.tsx')) },
]

/** In the frame of what a person has here. Tickets open without a session too: seen ones are kept on the phone. */
const clientScreens: RouteObject[] = [
  { path: paths.clientDashboard(), lazy: chunk(() => import('./areas/buyer/TicketsScreen.tsx')) },
  {
    path: paths.clientHistory(),
    // Everybody's but the legal account's, which buys nothing.
    middleware: [requireRole('CLIENT')],
    lazy: chunk(() => import('./areas/buyer/HistoryScreen.tsx')),
  },
  { path: paths.clientProfile(), loader: () => redirect(paths.profile()) },
  {
    path: paths.profile(),
    middleware: [requireSession],
    lazy: chunk(() => import('./areas/account/ProfileScreen.tsx')),
  },
  {
    path: paths.editProfile(),
    middleware: [requireSession],
    lazy: chunk(() => import('./areas/account/EditProfileScreen.tsx')),
  },
  {
    path: paths.deleteAccount(),
    middleware: [requireSession],
    lazy: chunk(() => import('./areas/account/DeleteAccountScreen.tsx')),
  },
  { path: paths.clientSupport(), lazy: chunk(() => import('./areas/buyer/SupportScreen.tsx')) },
]

const organizerScreens: RouteObject[] = [
  { path: paths.organizerEvents(), lazy: chunk(() => import('./areas/organizer/EventsScreen.tsx')) },
  { path: paths.newEvent(), lazy: eventEditor },
  { path: pattern(paths.editEvent(':id')), lazy: eventEditor },
  { path: pattern(paths.eventTeam(':id')), lazy: chunk(() => import('./areas/organizer/TeamScreen.tsx')) },
  {
    path: paths.organizerUsers(),
    middleware: [requireRole('ORGANIZATOR', 'admin')],
    lazy: chunk(() => import('./areas/organizer/UsersScreen.tsx')),
  },
]

/** Of god admins, the legal ones too. */
const adminScreens: RouteObject[] = [
  { path: paths.godDeletions(), lazy: chunk(() => import('./areas/admin/DeletionsScreen.tsx')) },
]

/** Full screen, without bars. */
const scannerScreens: RouteObject[] = [
  {
    path: paths.scanner(),
    middleware: [requireRole('SCANNER', 'ORGANIZATOR')],
    lazy: chunk(() => import('./areas/scanner/ScannerScreen.tsx')),
  },
]

/** Screens of the plan that menus and links already lead to. */
const notYet: RouteObject[] = [
  paths.promoterEvents(),
  paths.commercial(),
  paths.godAdmin(),
  paths.godCompanies(),
  paths.godUsers(),
  paths.refundPolicy(),
].map((path) => ({ path, Component: NotYetScreen }))

export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    children: [
      {
        Component: PublicLayout,
        children: [
          {
            // Inside the layout, so that a failing screen keeps the bars around it.
            ErrorBoundary: RouteError,
            children: [
              ...publicScreens,
              ...accountScreens,
              { lazy: clientFrame, children: [{ ErrorBoundary: RouteError, children: clientScreens }] },
              ...notYet,
              { path: '*', Component: NotFoundScreen },
            ],
          },
        ],
      },
      {
        lazy: backofficeFrame('organizer'),
        middleware: [requireRole('ORGANIZATOR', 'COMERCIAL', 'admin')],
        ErrorBoundary: FramedRouteError,
        children: [{ ErrorBoundary: RouteError, children: organizerScreens }],
      },
      {
        lazy: backofficeFrame('god'),
        middleware: [requireRole('GOD_ADMIN', 'legal')],
        ErrorBoundary: FramedRouteError,
        children: [{ ErrorBoundary: RouteError, children: adminScreens }],
      },
      { ErrorBoundary: FramedRouteError, children: scannerScreens },
    ],
  },
]
