import { Link } from 'react-router'
import { paths } from '#contract/api/paths.ts'

export const termsLink = (
  <Link to={paths.terms()} target="_blank" className="link">
    términos y condiciones
  </Link>
)
