import games from '../games/texts/de.json';
import page from './de.json';

export default { page, games };
