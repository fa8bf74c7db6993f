import { paths } from '#contract/api/paths.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { rememberRedirect } from '#web/shell/session/redirect-after-login.ts'
import { needsOf } from './organize-words.ts'

/** Lists what the form asks for people who are not signed in; signing in leads back to it. */
export function AskToSignIn({ isGroup }: { isGroup: boolean }) {
  const path = isGroup ? paths.organizeTogether() : paths.organizeAlone()
  const remember = () => rememberRedirect(path)
  return (
    <>
      <p className="eyebrow text-sol">{isGroup ? 'Somos una organización' : 'Organizo por mi cuenta'}</p>
      <h1 className="display text-34">Pedí ser organizador</h1>
      <p className="mt-3 text-humo">Son cuatro pasos, unos cinco minutos. Tené a mano:</p>
      <ul className="mt-4 mb-8 flex list-disc flex-col gap-2 pl-5">
        {needsOf(isGroup).map((need) => (
          <li key={need}>{need}</li>
        ))}
      </ul>
      <div className="flex flex-col gap-3 sm:flex-row">
        <ScreenButton size="l" to={paths.login()} onClick={remember}>
          Ingresar y empezar
        </ScreenButton>
        <ScreenButton size="l" tone="secondary" to={paths.register()} onClick={remember}>
          Crear Cuenta
        </ScreenButton>
      </div>
    </>
  )
}
