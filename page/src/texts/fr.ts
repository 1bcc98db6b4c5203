import games from '../games/texts/fr.json';
import page from './fr.json';

export default { page, games };
